# Makes .venv ready: sourced by the scripts beside it, not run. They set `root` first.
#
#     prepare play      what a player needs
#     prepare serve     what a host needs too
#     prepare database  ... that shares a database with others
#     prepare dev       the tools of development, and all of the above
#
# What was installed, and where, stands in .venv/ready-play and so on: the repository's path and
# its pyproject.toml. While they are the same nothing is written and nothing asked.
#
# Python runs with -I here: without it, a pip.py in the directory somebody starts us from would run.

venv=$root/.venv

prepare() {
    is_ready "$1" && return
    exec 9<"$root"
    if command -v flock >/dev/null; then
        flock 9 # two first starts at once: the second waits and finds all done
        is_ready "$1" && return
    fi
    make_venv
    say "installing what it needs into .venv (only now, and after changes of pyproject.toml)"
    case $1 in
    play) what=$root ;;
    serve) what="$root[serve]" ;;
    database) what="$root[serve,postgres]" ;;
    dev) what="$root[dev]" ;;
    esac
    "$venv/bin/python" -I -m pip install -qq --disable-pip-version-check --no-input \
        --editable "$what" </dev/null >&2 ||
        fail "the packages could not be installed. Can the package index be reached?"
    wanted >"$venv/ready-$1"
    exec 9<&-
}

is_ready() {
    [ -x "$venv/bin/python" ] || return 1
    has=
    for more in play serve database dev; do # each brings what those before it do
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
        fail "it needs Python 3.11 or newer, and there is none (tried: $pythons)."
    say "making .venv with $("$python" --version)"
    "$python" -I -m venv --clear "$venv" </dev/null >&2 ||
        fail "$python could not make .venv. (Debian and Ubuntu: install python3-venv.)"
}

is_usable() {
    new_enough "$venv/bin/python" && "$venv/bin/python" -I -m pip --version >/dev/null 2>&1 || return 1
    for stamp in "$venv"/ready-*; do # an environment does not survive being moved
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
