import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { operate, type OperatorRequest, type OperatorResult, type RunningTabs } from '../operator/operate.ts'
import { currentSerial, noteChange, SerialConflict } from '../store/change.ts'
import { jsonText, type Layout, readJson } from '../store/layout.ts'
import { MoveRefused } from '../store/moves.ts'
import { type Pointer, readPointer } from '../store/pointer.ts'
import { mayDo, NotAllowed, readTeams, type TeamAction, type TeamKey } from './team-key.ts'

/** What a team may request with its key. */
export type TeamRequest = Omit<OperatorRequest, 'by' | 'force' | 'action'> & { action: 'promote' | 'rollback' | 'halt' }

/** A request of one person that a second one must confirm. */
interface Proposal {
  id: string
  request: TeamRequest
  by: string
  holder: string
  /** ISO instant. */
  at: string
  /** Serial of the part's last change: a later change invalidates the proposal. */
  seen: number
}

export interface Proposed {
  proposal: string
  by: string
}

/** Lifetime of a proposal, in ms. */
const proposalMs = 24 * 3_600_000

/**
 * The right that a request needs. `point`: for promotes to everybody, also by a canary of 100 % or an automatic one,
 * and for rollbacks to a release that was withdrawn or was never current.
 */
function actionOf({ action, percent, auto, release }: TeamRequest, pointer: Pointer | undefined): TeamAction {
  if (action === 'rollback') {
    if (release === undefined) return action
    const { history = [], withdrawn = [] } = pointer ?? {}
    const hadIt = history.some(({ current }) => current === release)
    return hadIt && !withdrawn.includes(release) ? action : 'point'
  }
  if (action !== 'promote') return action
  return percent === undefined || percent === 100 || auto === true ? 'point' : 'canary'
}

async function ask(layout: Layout, key: TeamKey, request: TeamRequest): Promise<TeamAction> {
  // For a part of others nothing is looked up: the answer must not reveal which releases exist.
  const own = key.parts.includes(request.part)
  const asked = own ? request : { ...request, release: undefined }
  const action = actionOf(asked, own ? await readPointer(layout, request.part) : undefined)
  if (!mayDo(key, request.part, action)) throw new NotAllowed(`${key.name} may not ${action} ${request.part}`)
  return action
}

/** Ignores case, spaces and Unicode variants. */
const personOf = (holder: string) => holder.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

const seenOf = async (layout: Layout, part: string) => (await readPointer(layout, part))?.history.at(-1)?.serial ?? 0
const fileOf = (layout: Layout, id: string) => join(layout.proposals, `${id}.json`)

async function carryOut(layout: Layout, request: TeamRequest, by: string, running: RunningTabs[], now: Date) {
  const canary = (await readPointer(layout, request.part))?.canary?.release
  return operate(layout, { ...request, by }, running, canary, now)
}

/**
 * Carries out a key's request, or stores it as a proposal where the part requires two persons.
 * @throws NotAllowed, and what `operate` throws
 */
export async function askAsTeam(
  layout: Layout,
  key: TeamKey,
  request: TeamRequest,
  running: RunningTabs[],
  now: Date,
): Promise<OperatorResult | Proposed> {
  const action = await ask(layout, key, request)
  const { part, reason } = request
  const { twoPersons } = await readTeams(layout)
  if (request.dryRun === true || twoPersons[part]?.includes(action) !== true)
    return carryOut(layout, request, key.name, running, now)
  // The first person already learns of impossible moves and of the gate's objections.
  const preview = await carryOut(layout, { ...request, dryRun: true }, key.name, running, now)
  if (action !== 'halt' && preview.objections.length > 0)
    throw new MoveRefused(`the gate objects: ${preview.objections.map(({ code, message }) => `${message} [${code}]`).join('; ')}`) // prettier-ignore
  const id = randomBytes(8).toString('hex')
  // Without the serial: other parts may change before the second person confirms.
  const proposal: Proposal = { id, request: { ...request, expectSerial: undefined }, by: key.name, holder: key.holder, at: now.toISOString(), seen: await seenOf(layout, part) } // prettier-ignore
  const write = new Map([[fileOf(layout, id), jsonText(proposal)]])
  await noteChange(layout, { by: key.name }, now, async () => ({ action: 'propose', name: part, to: preview.release, reason: `${action}: ${reason}`, write })) // prettier-ignore
  return { proposal: id, by: key.name }
}

/**
 * Carries out what another person proposed. @throws NotAllowed where it is the same person, or one without the right;
 * SerialConflict where the part has changed since
 */
export async function confirmAsTeam(
  layout: Layout,
  key: TeamKey,
  id: string,
  runningOf: (part: string) => RunningTabs[],
  now: Date,
): Promise<OperatorResult> {
  const proposal = await readJson<Proposal>(fileOf(layout, id))
  if (proposal === undefined || now.getTime() - Date.parse(proposal.at) > proposalMs)
    throw new MoveRefused('there is no such proposal, or it is older than a day')
  const { request, by, holder, seen } = proposal
  await ask(layout, key, request)
  if (key.name === by || personOf(key.holder) === personOf(holder))
    throw new NotAllowed(`${holder} proposed it: somebody else has to confirm`)
  const proposer = (await readTeams(layout)).keys.find(({ name }) => name === by)
  if (proposer === undefined || proposer.revokedAt !== null) throw new NotAllowed(`${by} was revoked`)
  // Read before the check below: a change between check and move is then a conflict.
  const expectSerial = await currentSerial(layout)
  const actual = await seenOf(layout, request.part)
  if (actual !== seen) throw new SerialConflict(seen, actual)
  const result = await carryOut(
    layout,
    { ...request, expectSerial },
    `${by} and ${key.name}`,
    runningOf(request.part),
    now,
  )
  await layout.disk.remove(fileOf(layout, id))
  return result
}
