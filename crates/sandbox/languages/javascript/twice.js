const lines = require("readline").createInterface({ input: process.stdin });
lines.once("line", (line) => {
  console.log(line + line + process.argv.slice(2).join(""));
  lines.close();
});
