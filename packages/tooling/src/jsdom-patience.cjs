// What a page shall show may come late on a machine with other work; a test that passes waits no longer for it than before.
const { dirname } = require('node:path')

const beside = dirname(require.resolve('@testing-library/jest-dom'))
const { configure } = require(require.resolve('@testing-library/dom/dist/config.js', { paths: [beside] }))

configure({ asyncUtilTimeout: 15_000 })
