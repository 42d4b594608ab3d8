import { MoveRefused } from '../store/moves.ts'
import { addTeamKey, askForTwo, type PrivateKey, revokeTeamKey, rotateTeamKey } from '../team/change-teams.ts'
import { type Proof, readTeams, type TeamAction, teamActions, type TeamKey } from '../team/team-key.ts'
import { type ChangeFlags, nameOf, openLayout, print } from './flags.ts'

interface TeamKeyFlags extends ChangeFlags {
  team?: string
  holder?: string
  part?: string | string[]
  action?: string | string[]
  issuer?: string
  claim?: string | string[]
  overlap: number
}

function actionsOf(texts: string | string[] | undefined): TeamAction[] {
  return [texts ?? []].flat().map((text) => {
    const found = teamActions.find((action) => action === text)
    if (found === undefined) throw new MoveRefused(`"${text}" is none of ${teamActions.join(', ')}`)
    return found
  })
}

function trustOf({ issuer, claim = [] }: TeamKeyFlags): Extract<Proof, { kind: 'oidc' }> | undefined {
  if (issuer === undefined) return undefined
  const claims = Object.fromEntries([claim].flat().map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]))
  return { kind: 'oidc', issuer, claims }
}

function lineOf({ name, team, holder, parts, actions, proof, revokedAt }: TeamKey): string {
  const known = proof.kind === 'oidc' ? proof.issuer : proof.keys.map(({ keyId, notAfter }) => keyId + (notAfter === null ? '' : ` until ${notAfter}`)).join(', ') // prettier-ignore
  const state = revokedAt === null ? '' : `  revoked ${revokedAt}`
  return `${name.padEnd(20)} ${team}, ${holder}: ${actions.join(', ')} of ${parts.join(', ')}  (${known})${state}`
}

function sayKey(key: PrivateKey | undefined, flags: ChangeFlags): void {
  if (flags.json === true) print(JSON.stringify(key ?? null))
  else if (key === undefined) print('done: the tokens of that issuer are known by their claims')
  else
    print(`${key.keyId}: put this into the CI as HELIOPORT_KEY; it is shown once and kept nowhere\n${key.privateKey}`)
}

/** `team-key add | rotate | revoke | list` */
export async function runTeamKey(what: string, name: string | undefined, flags: TeamKeyFlags): Promise<void> {
  const layout = await openLayout(flags)
  const now = new Date()
  if (what === 'list') {
    const { keys, twoPersons } = await readTeams(layout)
    if (flags.json === true) print(JSON.stringify({ keys, twoPersons }))
    else for (const key of keys) print(lineOf(key))
    return
  }
  const { reason, by } = flags
  if (reason === undefined) throw new MoveRefused('say why: --reason "…"')
  if (name === undefined) throw new MoveRefused(`say which key: team-key ${what} station-ci`)
  const why = { reason, by }
  if (what === 'add') {
    const { team = '', holder = '' } = flags
    if (team === '' || holder === '') throw new MoveRefused('say whose it is: --team "station team" --holder CI')
    const fresh = { name, team, holder, parts: [flags.part ?? []].flat().map(nameOf), actions: actionsOf(flags.action) }
    sayKey(await addTeamKey(layout, fresh, trustOf(flags), why, now), flags)
  } else if (what === 'rotate') sayKey(await rotateTeamKey(layout, name, flags.overlap * 3_600_000, why, now), flags)
  else if (what === 'revoke') {
    await revokeTeamKey(layout, name, why, now)
    print(`${name} opens nothing any more`)
  } else throw new Error(`team-key ${what}: add, rotate, revoke and list are known`)
}

export async function runTwoPersons(part: string, flags: ChangeFlags & { action?: string | string[] }): Promise<void> {
  if (flags.reason === undefined) throw new MoveRefused('say why: --reason "…"')
  const actions = actionsOf(flags.action)
  await askForTwo(await openLayout(flags), nameOf(part), actions, { reason: flags.reason, by: flags.by }, new Date())
  print(actions.length === 0 ? `${part}: one person is enough` : `${part}: two persons for ${actions.join(', ')}`)
}
