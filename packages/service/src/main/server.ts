import { cac } from 'cac'
import { serviceFolder } from './data-folder.ts'
import { readEnvironment } from './settings.ts'
import { startService } from './start.ts'
import { starterOf } from './virtual-plants.ts'

const environment = `  DATABASE_URL: use that PostgreSQL (15 or newer) instead.
  DATABASE_OWNER_URL: the same database as the role that owns the tables and migrates them; then that of DATABASE_URL
    reads and writes rows and changes no table. Without it one role does both.
  DATABASE_READ_URL: a server that follows it (standby); pages that may be 5 s old are read there. Without: all is read
    where it is written.
  BASE_URL: origin that people use (https://portal.example); links in mails lead there, and no other host is answered.
  SMTP_URL, MAIL_FROM: server and sender of mails (smtps://user:password@host); without them: outbox/mail in --data.
  SMS_URL: gateway that takes POST {"id","to","text","receiptUrl"}; without it: outbox/sms in --data.
  PUSH_TEST_ORIGIN: http://127.0.0.1:9000, an end point of this machine that pushes may go to; without: public hosts alone.
  SECRET_KEY: at least 32 signs, the same for all instances on one database; default: the file secret-key in --data.
  KEEP_FREE_MB: loggers are refused while less is free where the embedded database lies (default 256).
  LARGE_ORDER_PERCENT: of an account's rated power; settings beyond it wait for a second person (default 10).
  FILES_S3_URL, FILES_S3_KEY, FILES_S3_SECRET, FILES_S3_REGION: bucket that new pictures and files of exports lie in
    (https://s3.example/bucket/files), the same for all instances on one database; without it: in the database.
  MQTT_PORT: the portal's own MQTT broker, for devices that send their own messages; without a certificate on 127.0.0.1.
  MQTT_CERTIFICATE, MQTT_CERTIFICATE_KEY: files (PEM) of its certificate with its chain, and of the key; then TLS.
  MQTT_HOST: what people enter as its host (default: that of BASE_URL).
  MQTT_URL: take what loggers push to that broker, too (mqtt://host:1883, mqtts://user:password@host).`

const cli = cac('node server.ts')
cli.option('--port <n>', 'Port to listen on; 0: any free one', { default: 4600 })
cli.option('--host <address>', 'Address to listen on', { default: '127.0.0.1' })
cli.option('--trusted-proxy <network>', 'Release host elsewhere: 10.0.0.2; repeated: several', { type: [String] })
// Otherwise a folder name that looks like a number is parsed as a number.
cli.option('--data <dir>', "The portal's data folder, as npm start has it, or that of the service in it", {
  type: [String],
  default: ['.helioport/service'],
})
cli.help((sections) => [...sections, { title: 'Environment', body: environment }])
const { options } = cli.parse()
if (options['help'] === true) process.exit(0)
const values = {
  port: Number(options['port']),
  host: String(options['host']),
  trustedProxies: options['trustedProxy'] as string[] | undefined,
  data: serviceFolder((options['data'] as string[]).at(-1) ?? ''),
}

const log = (line: string) => console.error(line)

let stop: (() => Promise<void>) | null = null
let stopping = false
const end = () => {
  if (stopping) return
  stopping = true
  const ended = stop ? stop() : Promise.resolve()
  ended.then(
    () => process.exit(0),
    (error: unknown) => {
      log(String(error))
      process.exit(1)
    },
  )
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.on('SIGHUP', end)

try {
  const service = await startService(
    {
      port: values.port,
      host: values.host,
      trustedProxies: values.trustedProxies,
      dataFolder: values.data,
      databaseUrl: process.env.DATABASE_URL || undefined,
      ownerUrl: process.env.DATABASE_OWNER_URL || undefined,
      readUrl: process.env.DATABASE_READ_URL || undefined,
      mqttUrl: process.env.MQTT_URL || undefined,
      now: Date.now,
      environment: readEnvironment(process.env),
      starter: starterOf(process.env),
    },
    log,
  )
  stop = service.stop
  if (stopping) await service.stop()
  else console.log(`service: ready at ${service.url}`)
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
