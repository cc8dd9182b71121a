// {{protocol}}

function choose(squares) {
  // {{idea}}
  const middle = (squares.length + 1) / 2;
  let best = 0;
  for (let number = 1; number <= squares.length; number++) {
    if (squares[number - 1] !== ".") {
      continue;
    }
    if (best === 0 || Math.abs(number - middle) < Math.abs(best - middle)) {
      best = number;
    }
  }
  return best;
}

// {{question}}
console.log(choose(process.argv[2]));
