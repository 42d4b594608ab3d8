// The sequencer that jest uses, wherever it is installed.
const found = ['jest', '@jest/core', 'jest-config', '@jest/test-sequencer'].reduce(
  (from, name) => require.resolve(name, { paths: [from] }),
  __dirname,
)
const Sequencer = require(found).default

/**
 * Files that take longer than their size suggests. Long files must start first, so that no core is idle at the end.
 * From the second run on, jest knows the durations; in the first run it starts with the largest files.
 */
const long = [
  'release/src/canary/simulation',
  'release/src/gate/seeded',
  'release/src/publish/publish',
  'release/src/server/crowd',
  'release/src/store/crash',
  'service/src/energy/one-source',
  'service/src/faults/kill-commands',
  'service/src/faults/two-instances',
  'service/src/ingest/old-times',
  'service/src/main/server',
  'service/src/mqtt/kill',
  'service/src/telemetry/retention',
  'service/src/trust/bad-input',
  'service/src/trust/fields',
  'service/src/trust/late-data',
  'service/src/trust/rights',
  'standalone/src/backup/backup',
  'standalone/src/behaviours/behaviours',
  'standalone/src/commands',
  'standalone/src/fleet-restart',
  'standalone/src/mqtt',
  'standalone/src/operate/serve',
  'standalone/src/outage',
  'standalone/src/scenarios',
  'tooling/src/packages/packages',
]

const isLong = (path) => long.some((name) => path.endsWith(`/packages/${name}.test.ts`))

module.exports = class extends Sequencer {
  sort(tests) {
    const inOrder = super.sort(tests)
    if (inOrder.some(({ duration }) => duration != null)) return inOrder
    return [...inOrder.filter(({ path }) => isLong(path)), ...inOrder.filter(({ path }) => !isLong(path))]
  }
}
