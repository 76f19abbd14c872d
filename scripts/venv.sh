# Prepares .venv. The other scripts source this file after they set `root`.
#
#     prepare play      the packages to play
#     prepare serve     those for a host too
#     prepare database  those for a host with a shared database too
#     prepare dev       all of these, and the tools for development
#     prepare browser   the driver of a browser too
#
# .venv/ready-play and its like record the repository's path and pyproject.toml at the time of the
# installation. As long as they match, `prepare` does nothing.
#
# Python runs with -I here; without it, a pip.py in the current directory would run.

venv=$root/.venv

prepare() {
    is_ready "$1" && return
    exec 9<"$root"
    if command -v flock >/dev/null; then
        flock 9 # of two first starts at once, the second waits and has nothing left to do
        is_ready "$1" && return
    fi
    make_venv
    say "installing packages into .venv (only now, and when pyproject.toml changes)"
    case $1 in
    play) what=$root ;;
    serve) what="$root[serve,web,metrics]" ;;
    database) what="$root[serve,web,metrics,postgres]" ;;
    dev) what="$root[dev]" ;;
    browser) what="$root[dev,browser]" ;;
    esac
    "$venv/bin/python" -I -m pip install -qq --disable-pip-version-check --no-input \
        --editable "$what" </dev/null >&2 ||
        fail "could not install the packages. Is the package index reachable?"
    # pip compiles what it copies, and not an editable package.
    "$venv/bin/python" -I -m compileall -qq "$root/solterm" || :
    wanted >"$venv/ready-$1"
    exec 9<&-
}

is_ready() {
    [ -x "$venv/bin/python" ] || return 1
    has=
    for more in play serve database dev browser; do # each includes those before it
        [ "$more" = "$1" ] && has=yes
        stamp=$venv/ready-$more
        [ "$has" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(wanted)" ] && return
    done
    return 1
}

wanted() {
    printf '%s\n' "$root"
    cat "$root/pyproject.toml"
}

make_venv() {
    is_usable && return
    python=$(find_python) ||
        fail "solterm needs Python 3.11 or newer, and found none (tried: $pythons)."
    say "making .venv with $("$python" --version)"
    "$python" -I -m venv --clear "$venv" </dev/null >&2 ||
        fail "$python could not make .venv. (On Debian and Ubuntu, install python3-venv.)"
}

is_usable() {
    new_enough "$venv/bin/python" && "$venv/bin/python" -I -m pip --version >/dev/null 2>&1 || return 1
    for stamp in "$venv"/ready-*; do # a moved environment does not work
        [ ! -f "$stamp" ] || [ "$(head -n 1 "$stamp")" = "$root" ] || return 1
    done
}

pythons="python3.14 python3.13 python3.12 python3.11 python3"

find_python() {
    for python in $pythons; do
        if new_enough "$python"; then
            printf '%s\n' "$python"
            return
        fi
    done
    return 1
}

new_enough() {
    "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

say() {
    printf 'solterm: %s\n' "$1" >&2
}

fail() {
    say "$1"
    exit 1
}
