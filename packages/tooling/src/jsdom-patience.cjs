// On a busy machine pages may render late. Passing tests do not wait longer because of this limit.
const { dirname } = require('node:path')

const beside = dirname(require.resolve('@testing-library/jest-dom'))
const { configure } = require(require.resolve('@testing-library/dom/dist/config.js', { paths: [beside] }))

configure({ asyncUtilTimeout: 15_000 })
