"""Execute one notebook in a fresh kernel and write it with its outputs.

Usage: python execute_notebook.py IN.ipynb OUT.ipynb FOLDER TIMEOUT_SECONDS

Deno's kernel says that it is idle before the last outputs of a cell have arrived, and nbclient stops reading there.
The client below goes on reading for a moment past idle, so that no output is lost.
"""

import asyncio
import inspect
import queue
import sys
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionComplete, CellExecutionError

GRACE_SECONDS = 0.1


class PatientClient(NotebookClient):
    """NotebookClient that reads outputs until none has come for GRACE_SECONDS after idle."""

    async def _async_poll_output_msg(self, parent_msg_id, cell, cell_index):
        await super()._async_poll_output_msg(parent_msg_id, cell, cell_index)
        while True:
            try:
                message = self.kc.iopub_channel.get_msg(timeout=GRACE_SECONDS)
                if inspect.isawaitable(message):
                    message = await message
            except queue.Empty:
                return
            if message["parent_header"].get("msg_id") == parent_msg_id:
                try:
                    self.process_message(message, cell, cell_index)
                except CellExecutionComplete:  # idle once more: outputs may still follow
                    pass


def main(source, target, folder, timeout):
    notebook = nbformat.read(source, as_version=4)
    client = PatientClient(
        notebook,
        kernel_name="deno",
        timeout=int(timeout),
        record_timing=False,
        resources={"metadata": {"path": folder}},
    )
    started = time.monotonic()
    status = 0
    try:
        client.execute()
    except CellExecutionError as error:
        print(error, file=sys.stderr)
        status = 1
    nbformat.write(notebook, target)
    print(f"{time.monotonic() - started:.1f}")
    return status


if __name__ == "__main__":
    if sys.platform == "win32":
        asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())
    sys.exit(main(*sys.argv[1:]))
