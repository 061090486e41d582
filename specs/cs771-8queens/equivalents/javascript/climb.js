// Mei Tanaka, T059M233
'use strict';
const fs = require('fs');

const clash = (q, i) => q.filter((row, j) => j !== i && (row === q[i] || Math.abs(row - q[i]) === Math.abs(j - i))).length;
const moved = (q, i, row) => Object.assign([...q], { [i]: row });

function next(q) {
  const counts = q.map((_, i) => clash(q, i));
  const n1 = Math.max(...counts);
  for (const i of counts.keys()) {
    if (counts[i] !== n1) continue;
    const options = [1, 2, 3, 4, 5, 6, 7, 8].map(row => moved(q, i, row));
    const best = options.reduce((a, b) => (clash(b, i) < clash(a, i) ? b : a));
    if (clash(best, i) < n1) return best;
  }
  return null;
}

const out = fs.readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean).map(line => {
  let q = line.split(' ').map(Number);
  const lines = [];
  for (let state = q; state; state = next(state)) lines.push((q = state).join(' '));
  return [...lines, q.some((_, i) => clash(q, i)) ? 'Failure' : 'Success'].join('\n');
});
fs.writeFileSync(process.argv[3], out.join('\n\n') + '\n');
