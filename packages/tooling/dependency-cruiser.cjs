const {
  folders,
  browserParts,
  pathOf,
  inBrowser,
  schemaFiles,
  serviceOrder,
  serviceRooms,
  serviceSubjects,
} = require('./src/import-table.cjs')

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const workspace = '^(packages/[^/]+|mfe-[^/]+|shell|e2e)/'
const tests = '\\.test\\.tsx?$|/testing/|\\.config\\.ts$|/fixtures/'

/** A folder may import only the folders in its row. */
const folderRules = [...folders, ...browserParts].flatMap(({ name, path, may, npm, node, nodeIn }) => {
  const own = `^${path}/`
  const allowed = may.map((other) => `^${pathOf(other)}(/|$)`)
  const says = `${name} may import ${may.length > 0 ? may.join(', ') : 'no other folder'}`
  const rules = [
    {
      name: `${name}-folders`,
      comment: `${says}.`,
      severity: 'error',
      from: { path: own, pathNot: '\\.config\\.ts$' },
      to: { path: workspace, pathNot: [own, ...allowed] },
    },
  ]
  if (npm !== undefined) {
    rules.push({
      name: `${name}-packages`,
      comment: `${name} may use only ${npm.join(', ')}.`,
      severity: 'error',
      from: { path: own, pathNot: tests },
      to: {
        path: 'node_modules/',
        pathNot: [...npm.map((dependency) => `node_modules/${escape(dependency)}/`), 'node_modules/@types/'],
      },
    })
  }
  if (!node) {
    rules.push({
      name: `${name}-no-node`,
      comment: `${name} runs in the browser: no module of Node.`,
      severity: 'error',
      from: { path: own, pathNot: nodeIn === undefined ? tests : `${tests}|^${nodeIn}/` },
      to: { dependencyTypes: ['core'] },
    })
  }
  return rules
})

module.exports = {
  forbidden: [
    ...folderRules,
    {
      name: 'schemas-as-types',
      comment: 'Browser code takes only types from the schemas of the contract: their bytes are not shipped.',
      severity: 'error',
      from: { path: inBrowser.map(({ path }) => `^${path}/`), pathNot: tests },
      to: { path: schemaFiles, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'words-without-schemas',
      comment: 'What browsers may have of the contract brings no schema along.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: [tests, schemaFiles] },
      to: { path: schemaFiles, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'federation-build-stays-out',
      comment: 'Only build files use the bundler.',
      severity: 'error',
      from: { path: '^(shell|mfe-[^/]+|packages/(?!federation))', pathNot: '\\.config\\.ts$' },
      to: { path: '^packages/federation/src/build/' },
    },
    {
      name: 'runtime-only-in-federation',
      comment: 'packages/federation is the only place that calls the Module Federation run time.',
      severity: 'error',
      from: { pathNot: '^packages/federation/' },
      to: { path: 'node_modules/@module-federation/' },
    },
    {
      name: 'temporal-only-in-time',
      comment: 'packages/time is the one calendar: nothing else reckons with Temporal.',
      severity: 'error',
      from: { path: workspace, pathNot: '^packages/time/' },
      to: { path: 'node_modules/temporal-(polyfill|spec)/' },
    },
    {
      name: 'time-in-browser',
      comment: 'The entry of packages/time for Node brings Temporal along, which browsers have.',
      severity: 'error',
      from: { path: inBrowser.map(({ path }) => `^${path}/`), pathNot: tests },
      to: { path: '^packages/time/src/node\\.ts$' },
    },
    ...serviceOrder.map((name, index) => ({
      name: `service-${name}`,
      comment: `Inside the service, ${name} imports only what lies below it: ${serviceOrder.slice(0, index).join(', ')}.`,
      severity: 'error',
      from: { path: `^packages/service/src/${name}/`, pathNot: tests },
      to: { path: `^packages/service/src/(${serviceOrder.slice(index + 1).join('|') || '-'})/` },
    })),
    {
      name: 'service-without-tests',
      comment:
        'What runs for people takes nothing from tests, drills and measurements, nor the entry for other folders.',
      severity: 'error',
      from: { path: `^packages/service/src/(${serviceOrder.join('|')})/`, pathNot: tests },
      to: { path: '^packages/service/src/((testing|faults|trust|bench|drill)/|index\\.ts$)' },
    },
    {
      name: 'service-http-alone',
      comment: 'The folder http holds no noun: it imports base alone.',
      severity: 'error',
      from: { path: '^packages/service/src/http/', pathNot: tests },
      to: { path: '^packages/service/src/', pathNot: '^packages/service/src/(http|base)/' },
    },
    {
      name: 'service-figure-no-node',
      comment: 'Figures are reckoned from what they are given: no module of Node.',
      severity: 'error',
      from: { path: '^packages/service/src/figure/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'service-figure-pure',
      comment: 'Figures are reckoned from what they are given: no database, and of libraries suncalc alone.',
      severity: 'error',
      from: { path: '^packages/service/src/figure/', pathNot: tests },
      to: {
        path: ['node_modules/', '^packages/service/src/database/'],
        pathNot: 'node_modules/(suncalc|@types)/',
      },
    },
    {
      name: 'service-rules',
      comment: 'Inside the service, only routes, hooks and the folders http and main know HTTP.',
      severity: 'error',
      from: {
        path: `^packages/service/src/(${serviceSubjects.join('|')})/`,
        pathNot: [tests, '(^|[/-])(routes|hooks|door|batch|stream)\\.ts$'],
      },
      to: { path: ['^packages/service/src/http/', '^packages/service/src/.*routes\\.ts$', 'node_modules/fastify/'] },
    },
    {
      name: 'service-routes',
      comment: 'Routes call rules: they know neither queries nor the database.',
      severity: 'error',
      from: { path: '^packages/service/src/.*(routes|hooks)\\.ts$', pathNot: tests },
      to: {
        path: ['^packages/service/src/database/', '^packages/service/src/[^/]+/queries/'],
      },
    },
    {
      name: 'service-queries',
      comment: 'A query takes rows to and from the database: it knows no rule, no route and no job.',
      severity: 'error',
      from: { path: '^packages/service/src/.*/queries/', pathNot: tests },
      to: {
        path: '^packages/service/src/',
        pathNot: ['^packages/service/src/(database|base|figure)/', '/queries/'],
      },
    },
    ...Object.entries(serviceRooms).flatMap(([subject, rooms]) =>
      rooms.map((room, index) => ({
        name: `service-${subject}-${room}`,
        comment: `Inside ${subject}, ${room} imports only ${[...rooms.slice(0, index), 'queries'].join(', ')}.`,
        severity: 'error',
        from: { path: `^packages/service/src/${subject}/${room}/`, pathNot: tests },
        to: {
          path: `^packages/service/src/${subject}/`,
          pathNot: `^packages/service/src/${subject}/(${[...rooms.slice(0, index + 1), 'queries'].join('|')})/`,
        },
      })),
    ),
    {
      name: 'service-sql',
      comment: 'Only queries and the database folder speak SQL.',
      severity: 'error',
      from: {
        path: '^packages/service/src/',
        pathNot: [tests, '/queries/', '^packages/service/src/(database|bench|drill)/'],
      },
      to: {
        path: [
          'node_modules/(kysely|pg|pg-copy-streams)/',
          '^packages/service/src/database/(session|transaction|open-database)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-apart',
      comment: 'Inside a remote, features do not import each other; what they share lies in the folder of its noun.',
      severity: 'error',
      from: { path: '^mfe-([^/]+)/src/([^/]+)/', pathNot: tests },
      // The noun of the function settings is the command.
      to: {
        path: '^mfe-[^/]+/src/[^/]+/',
        pathNot: ['^mfe-$1/src/($1|$2|messages)/', '^mfe-functions/src/command/'],
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    moduleSystems: ['es6', 'cjs'],
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}
