#!/usr/bin/env node
// Runs the program of the package for this system, which npm installed beside this one.
const { spawnSync } = require('child_process');
const path = require('path');

const system = process.platform + '-' + process.arch;
const name = require('./package.json').name + '-' + system;
let folder;
try {
  folder = path.dirname(require.resolve(name + '/package.json'));
} catch {
  console.error(`holdfast: error: there is no program for ${system}`);
  console.error(`holdfast: hint: install again without --omit=optional, so that npm fetches ${name}`);
  process.exit(1);
}
const program = path.join(folder, 'bin', process.platform === 'win32' ? 'holdfast.exe' : 'holdfast');
const ended = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (ended.error) {
  console.error(`holdfast: error: ${ended.error.message}`);
  process.exit(1);
}
if (ended.signal) process.kill(process.pid, ended.signal);
process.exit(ended.status);
