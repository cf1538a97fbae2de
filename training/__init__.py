"""Self-play training with MaskablePPO, and the export of what it learns."""

import os

# Torch's threads wait for one another in a loop; on a busy machine they would burn their time waiting for one that is
# not running. A short wait keeps most of the speed of two threads and loses little where others want the processors.
os.environ.setdefault("GOMP_SPINCOUNT", "20000")
