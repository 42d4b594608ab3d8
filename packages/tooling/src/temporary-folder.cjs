const { chmodSync, mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

/**
 * Before a run: one folder for all temporary folders of its tests, removed at the end. A test that removes its own
 * folder saves disk space earlier; a failed test leaves nothing behind.
 */
module.exports = () => {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-tests-'))
  // mkdtemp sets 0700; if the tests run as root, the database's user needs access.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
