import { readBuilt } from './built-code.ts'

const scope = 'station_1'
const push = (module: string) => `"use strict";(globalThis.rspackChunk${scope}||=[]).push([[5],{266(e){${module}}}]);`

test.each<[string, string, boolean]>([
  ['a bundler', `var ${scope};(()=>{let l=globalThis.rspackChunk${scope}||=[];${scope}=l})()`, true],
  ['a bundler that writes names in brackets', `self["${scope}"]=(self["rspackChunk${scope}"]=[])`, true],
  ['a comment', `var other;/* ${scope} rspackChunk${scope} */globalThis.rspackChunkother=[]`, false],
  ['a text', `var other;console.log("var ${scope} rspackChunk${scope}");globalThis.rspackChunkother=[]`, false],
  ['a name within a function', `(()=>{var ${scope}=globalThis.rspackChunk${scope}=[]})()`, false],
])('finds the names of an entry: %s', (_, text, isOwn) => {
  const { globals, chunkLists } = readBuilt(text) ?? { globals: new Set(), chunkLists: new Set() }
  expect(globals.has(scope) && chunkLists.has(scope)).toBe(isOwn)
})

test.each<[string, string, boolean]>([
  ['data', push(`e.exports=JSON.parse('{"a":1}')`), true],
  ['data and a statement', push(`e.exports=JSON.parse('{"a":1}');fetch('/a')`), false],
  ['data behind a call', push(`e.exports=go(JSON.parse('{"a":1}'))`), false],
  ['data and code after it', `${push(`e.exports=JSON.parse('{"a":1}')`)}alert(1)`, false],
  ['data and a function of the chunk', `(globalThis.rspackChunk${scope}||=[]).push([[5],{266(e){e.exports=JSON.parse('1')}},r=>r(1)]);`, false], // prettier-ignore
  ['data with a name that is called', `(globalThis.rspackChunk${scope}||=[]).push([[5],{[go()](e){e.exports=JSON.parse('1')}}]);`, false], // prettier-ignore
])('tells data from code: %s', (_, text, isData) => {
  expect(readBuilt(text)?.isData).toBe(isData)
})

test('a text that is not a script has no result', () => {
  expect(readBuilt('var a = {')).toBeUndefined()
})
