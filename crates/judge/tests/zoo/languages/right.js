const n = +require('fs').readFileSync(0, 'utf8').split('\n')[0];
for (let i = 0; i < n; i++) console.log(1);
