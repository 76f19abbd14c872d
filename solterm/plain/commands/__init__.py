"""What the commands of line mode do: functions of a session and what follows the word."""
