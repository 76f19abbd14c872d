"""The browser entrance: pages, the terminal of a browser, and line mode as a form.

Only ``--web`` loads this package, since it needs aiohttp.
"""
