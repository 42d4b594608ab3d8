import { parse, partsOf } from './code/syntax.ts'

/**
 * For react-dom of production builds: removes the hydration of pages from a server, and view transitions. The portal
 * makes its root with `createRoot`, and no part may use `hydrateRoot`, `ViewTransition` or `addTransitionType`
 * (`withheldExports` of shared-modules.ts). Without these, the variables, properties and results below have only one
 * value each. They are replaced by it, and the minimizer removes the code that is then never reached: 7 KB (brotli).
 *
 * Hydration begins with a root that `hydrateRoot` made (`isDehydrated`), and goes on at boundaries that were found in
 * its content (`dehydrated`, fibers of kind 18). Events wait for nothing but such content. A view transition begins with
 * a fiber of kind 30, which only the type `ViewTransition` makes; all others look for flags that such a fiber sets.
 */
const variables = {
  isHydrating: 'false',
  hydrationParentFiber: 'null',
  hydrationErrors: 'null',
  nextHydratableInstance: 'null',
  shouldStartViewTransition: 'false',
  pendingViewTransition: 'null',
  // Notes changes of elements for view transitions alone.
  viewTransitionMutationContext: 'false',
  appearingViewTransitions: 'null',
}
const properties = { isDehydrated: 'false', dehydrated: 'null' }
/** Calls without an effect by their result. */
const results = { popHydrationState: 'false', retryIfBlockedOn: 'undefined', clearIfContinuousEvent: 'undefined' }
/** This call has an effect, and its result is `null`. */
const blocking = 'findInstanceBlockingEvent'
/** Assignments to these, or to properties of these, are left out. */
const assigned = ['exports.hydrateRoot', 'ReactDOMHydrationRoot.prototype', 'ViewTransitionPseudoElement.prototype']
const kinds = ['18', '30', 'REACT_VIEW_TRANSITION_TYPE']
const flags = ['33554432', '18874368']

/** How often each of them is replaced in the version that was read for this; another number is a version to be read anew. */
const places = {
  18: 4,
  30: 26,
  18874368: 6,
  33554432: 7,
  REACT_VIEW_TRANSITION_TYPE: 2,
  'ReactDOMHydrationRoot.prototype': 3,
  'ViewTransitionPseudoElement.prototype': 3,
  appearingViewTransitions: 13,
  clearIfContinuousEvent: 2,
  dehydrated: 18,
  'exports.hydrateRoot': 1,
  findInstanceBlockingEvent: 3,
  hydrationErrors: 8,
  hydrationParentFiber: 18,
  isDehydrated: 7,
  isHydrating: 39,
  nextHydratableInstance: 26,
  pendingViewTransition: 6,
  popHydrationState: 6,
  retryIfBlockedOn: 6,
  shouldStartViewTransition: 4,
  viewTransitionMutationContext: 32,
}

const textOf = (source, { start, end }) => source.slice(start, end)
const ownOf = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined)

/** What a node is replaced for, by what, and the part of it that stays; undefined for a node that stays. */
function replacementOf(node, source) {
  if (node.type === 'Identifier') return [node.name, ownOf(variables, node.name)]
  if (node.type === 'MemberExpression' && !node.computed)
    return [node.property.name, ownOf(properties, node.property.name)]
  if (node.type === 'CallExpression') {
    const name = textOf(source, node.callee)
    return name === blocking ? [name, `(${textOf(source, node)}, null)`] : [name, ownOf(results, name)]
  }
  if (node.type === 'AssignmentExpression') {
    const { left, right } = node
    const target = textOf(source, left)
    const name = assigned.find((one) => target === one || target.startsWith(`${one}.`))
    return name === undefined && ownOf(variables, target) === undefined ? [] : [name ?? target, '', right]
  }
  if (node.type !== 'BinaryExpression') return []
  const [left, right] = [textOf(source, node.left), textOf(source, node.right)]
  if (node.operator === '&' && flags.includes(right)) return [right, '0']
  const isKind = kinds.includes(left) && right.endsWith('.tag')
  return isKind && /^[!=]==$/.test(node.operator) ? [left, String(node.operator === '!==')] : []
}

/** Names that a function declares itself: they are not the variables of the module. */
const hidesVariable = (node) =>
  node.type.includes('Function') && node.params.some((param) => ownOf(variables, param.name) !== undefined)

/** The parts of a node that are values: no names of properties and declared variables, and no labels. */
function valuesOf(node) {
  switch (node.type) {
    case 'MemberExpression':
      return node.computed ? partsOf(node) : [node.object]
    case 'Property':
      return [node.value]
    case 'VariableDeclarator':
      return ownOf(variables, node.id.name) === undefined ? partsOf(node) : []
    case 'LabeledStatement':
      return [node.body]
    default:
      return partsOf(node)
  }
}

/** Cases of a switch that are never chosen; their code stays for cases that fall through to it. */
function casesOf({ discriminant, cases }, source) {
  const isOfKinds = /\btag$|\btype$|^\w+$/.test(textOf(source, discriminant))
  return isOfKinds
    ? cases.filter(({ test }, index) => index > 0 && test !== null && kinds.includes(textOf(source, test)))
    : []
}

function trimmedReactLoader(source) {
  const found = {}
  const edits = []
  const edit = (name, ...changes) => {
    found[name] = (found[name] ?? 0) + 1
    edits.push(...changes)
  }
  const visit = (node) => {
    if (hidesVariable(node)) return
    const [name, text, kept] = replacementOf(node, source)
    if (text !== undefined && kept === undefined) return edit(name, [node.start, node.end, text])
    if (kept !== undefined) {
      edit(name, [node.start, kept.start, '('], [kept.end, node.end, ')'])
      return visit(kept)
    }
    if (node.type === 'SwitchStatement')
      for (const { start, test } of casesOf(node, source))
        edit(textOf(source, test), [start, source.indexOf(':', test.end) + 1, ''])
    for (const part of valuesOf(node)) visit(part)
  }
  visit(parse('react-dom-client.production.js', source).program)
  const others = Object.keys({ ...places, ...found }).filter((name) => places[name] !== found[name])
  if (others.length > 0)
    throw new Error(`this react-dom has other code around ${others.join(', ')}: see trimmed-react-loader.mjs`)
  return edits
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end, by]) => text.slice(0, start) + by + text.slice(end), source)
}

export default trimmedReactLoader
