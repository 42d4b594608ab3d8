import { SMTPServer } from 'smtp-server'

/**
 * A real SMTP server in its own process. Prints `port N` on standard output, then every message as one JSON line with
 * envelope and bytes. REFUSE=550 refuses the recipient, REFUSE=451 the message temporarily. With HOLD=1 it prints
 * `holding` when it has a message, and confirms it after SIGUSR2.
 */
const refuse = Number(process.env.REFUSE ?? 0)
const holds = process.env.HOLD === '1'
const held: (() => void)[] = []
process.on('SIGUSR2', () => held.splice(0).forEach((answer) => answer()))

const refusal = (code: number) => Object.assign(new Error('refused'), { responseCode: code })

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refuse >= 500 ? refusal(refuse) : null),
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (refuse > 0) return done(refusal(refuse))
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom === false ? '' : mailFrom.address
      const message = { from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString('utf8') }
      const answer = () => {
        console.log(JSON.stringify(message))
        done()
      }
      if (!holds) return answer()
      held.push(answer)
      console.log('holding')
    })
  },
})

const listening = server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = listening.address()
  console.log(`port ${typeof address === 'object' && address ? address.port : 0}`)
})
