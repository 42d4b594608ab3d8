import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GatewayReport } from '@helioport/contract/ingest'
import { httpSetupDoor } from './setup-door.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import { plainReport, reportOf } from './report.ts'
import { SourceRun } from '../main/source-run.ts'

async function reportFrom(error: Error): Promise<GatewayReport> {
  const source = {
    name: 'sunspec 192.168.1.20/7',
    read: async () => {
      throw error
    },
    close: async () => undefined,
  }
  const run = new SourceRun(
    source,
    () => 0,
    () => undefined,
  )
  await run.ask()
  return reportOf({ sources: [run.state], troubles: [] }, { intervalS: 60, allowsControl: false })
}

test('reports the trouble of a source as a code with values and as a sentence', async () => {
  const away = new SourceAway(trouble('unit.noSunspec', { unit: 7 }))
  expect((await reportFrom(away)).sources).toEqual([
    {
      name: 'sunspec 192.168.1.20/7',
      trouble: 'unit 7 speaks no SunSpec: is it switched on in the device, and is the unit right?',
      troubles: [{ code: 'unit.noSunspec', values: { unit: 7 } }],
      devices: 0,
    },
  ])
  expect((await reportFrom(new TypeError('x'.repeat(500)))).sources[0]?.troubles).toEqual([
    { code: 'notUnderstood', values: { reason: 'x'.repeat(160) } },
  ])
})

test('repeats the report without codes for a portal that refuses them, and returns its settings', async () => {
  const heard: GatewayReport[] = []
  const old = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += String(part)
    const report = JSON.parse(body) as GatewayReport
    heard.push(report)
    const isTaken = report.sources.every((source) => !('troubles' in source))
    response.writeHead(isTaken ? 200 : 400, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(isTaken ? { data: { intervalS: 30, sources: null } } : { errorCode: 'request.invalid' }),
    )
  }
  const server = createServer((request, response) => void old(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const door = httpSetupDoor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const report = await reportFrom(new SourceAway(trouble('unit.busy', { unit: 1 })))
    expect(await door('key', report)).toEqual({ intervalS: 30, sources: null })
    expect(heard).toEqual([report, plainReport(report)])
  } finally {
    server.close()
  }
})
