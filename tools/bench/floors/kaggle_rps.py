# For each line it reads, plays as many steps of rock, paper, scissors by kaggle-environments as its
# argument says, and prints the seconds of a step. What the package prints goes to standard error.
import os
import sys
import time

out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
from kaggle_environments import make  # noqa: E402

steps = int(sys.argv[1])
print("ready", file=out, flush=True)
for line in sys.stdin:
    env = make("rps", configuration={"episodeSteps": steps + 1})
    env.reset(2)
    started = time.perf_counter()
    for step in range(steps):
        env.step([step % 3, 1])
    print((time.perf_counter() - started) / steps, file=out, flush=True)
