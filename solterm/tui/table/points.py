"""The points of the lines of a grid: at the ends of its rows, at the feet of its columns."""

from solterm.core.play.play import Play
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.table.geometry import Geometry


def paint_points(canvas: Canvas, play: Play, geometry: Geometry, top: int) -> None:
    """Paint what each row and column of the grid makes now, and how much of the whole that is.

    Games whose lines make no points have nothing painted.
    """
    rules, piles = play.rules, play.table.piles
    points = rules.game.goal.line_points(piles, rules.index)
    if not points:
        return
    grid = rules.game.grid
    slots = [geometry.slots[f"g{cell}"] for cell in range(1, grid.size + 1)]
    stock = geometry.slots["s"]
    leftward = stock.x < slots[0].x
    for row, made in enumerate(points[: grid.rows]):
        cells = slots[row * grid.columns : (row + 1) * grid.columns]
        middle = top + cells[0].y + cells[0].height // 2
        x = cells[0].x - len(str(made)) - 1 if leftward else cells[-1].x + cells[-1].width + 1
        canvas.text(x, middle, str(made), _role(made))
    for cell, made in zip(slots[-grid.columns :], points[grid.rows :], strict=True):
        foot = f" {made} "
        x = cell.x + (cell.width - len(foot)) // 2
        y = cell.y + cell.height - geometry.size.framed
        canvas.text(x, top + y, foot, _role(made))
    whole = rules.game.goal.whole(rules.game.in_play)
    canvas.text(stock.x, top + stock.y + stock.height + 1, f"{sum(points)} of {whole}", Role.LABEL)


def _role(made: int) -> Role:
    return Role.LABEL if made else Role.FAINT
