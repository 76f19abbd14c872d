"""Contests: pure logic over finished plays, from the single mark to sheets and tournaments."""
