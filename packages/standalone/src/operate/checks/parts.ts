import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { databaseNow, inspect } from '../source.ts'
import { outputOf, programs } from '../programs.ts'
import { programName } from '../settings.ts'
import { sizeText } from '../status.ts'
import { bad, type Check, type Finding, good, type Patient, warning } from './check.ts'

const leastPostgres = 15
/** Tolerated difference between the clocks of this machine and of the database, ms. */
const clocksMayDiffer = 2_000

/** Server, version, clock and migrations; a stopped embedded database is started for the check. */
export const database: Check = {
  name: 'database',
  look: async ({ told }) => {
    if (told.services.length > 0 && !told.databaseUrl) return good('with the services elsewhere')
    if (databaseNow(told) === 'none') return good('embedded, made at the first start')
    try {
      const before = Date.now()
      const state = await inspect(told)
      const { missing, unknown, done } = state.migrations
      const findings: Finding[] = [
        state.major >= leastPostgres
          ? good(`PostgreSQL ${state.version}, ${sizeText(state.bytes)}`)
          : bad(`PostgreSQL ${state.version} is too old`, `DATABASE_URL names PostgreSQL ${leastPostgres} or newer`),
      ]
      if (state.now < before - clocksMayDiffer || state.now > Date.now() + clocksMayDiffer)
        findings.push(bad(`its clock says ${new Date(state.now).toISOString()}`, 'timedatectl set-ntp true, on both machines')) // prettier-ignore
      if (unknown.length > 0)
        findings.push(bad(`it is of a newer version: ${unknown.join(', ')}`, 'lay the newer version into the folder again, or restore a backup of this one')) // prettier-ignore
      if (missing.length > 0)
        findings.push(bad(`${missing.length} migrations are missing: ${missing.join(', ')}`, `${programName} migrate`))
      if (missing.length + unknown.length === 0) findings.push(good(`all ${done.length} migrations`))
      return findings
    } catch (error) {
      const says = `cannot be reached: ${error instanceof Error ? error.message : String(error)}`
      const log = join('service', 'postgres.log')
      return bad(says, told.databaseUrl ? 'psql "$DATABASE_URL" -c "select 1"' : `tail ${join(told.data, log)}`)
    }
  },
}

function reaches(host: string, port: number): Promise<string | null> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: 3_000 })
    const end = (error: string | null) => {
      socket.destroy()
      done(error)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end('no answer'))
    socket.once('error', (error) => end(error.message))
  })
}

export const mail: Check = {
  name: 'mail',
  look: async ({ told: { environment }, place }) => {
    const { SMTP_URL: url, MAIL_FROM: from } = environment
    const example = 'SMTP_URL=smtps://user:password@mail.example MAIL_FROM=portal@example.org'
    if (!url) return warning(`no server: mails lie in ${join(place.service, 'outbox', 'mail')}`, example)
    if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) return bad('SMTP_URL is no address of a server of mails', example) // prettier-ignore
    if (!from?.includes('@')) return bad('MAIL_FROM, the sender, is missing', example)
    const { hostname, port, protocol } = new URL(url)
    const number = Number(port) || (protocol === 'smtps:' ? 465 : 587)
    const error = await reaches(hostname, number)
    if (error === null) return good(`${hostname}:${number}, from ${from}`)
    return bad(`${hostname}:${number} cannot be reached: ${error}`, `openssl s_client -connect ${hostname}:${number}`)
  },
}

export const releaseIndex: Check = {
  name: 'releases',
  look: async ({ place: { releases }, told: { environment } }: Patient) => {
    if (!existsSync(join(releases, 'index.json')))
      return good('none yet: the first start builds and releases all parts')
    try {
      const text = await outputOf(programs.releaseCommands, ['status', '--json', '--data', releases], environment)
      const { parts, serial, notAfter } = JSON.parse(text) as { parts: unknown[]; serial: number; notAfter: string }
      await outputOf(programs.releaseCommands, ['audit', '--verify', '--data', releases], environment)
      if (notAfter < new Date().toISOString())
        return bad(`index ${serial} was valid until ${notAfter}`, `${programName} serve (the release host renews it)`)
      return good(`index ${serial} of ${parts.length} parts, audit log unbroken`)
    } catch (error) {
      return bad(error instanceof Error ? error.message : String(error), `${programName} release status --data ${releases}`) // prettier-ignore
    }
  },
}
