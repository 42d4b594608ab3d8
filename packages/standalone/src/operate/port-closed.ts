import { listenError } from '../ports.ts'
import { programName, type Told } from './settings.ts'

/** Why the portal cannot listen on its port, and what to type next; undefined if it can. */
export async function whyClosed({ port, host }: Pick<Told, 'port' | 'host'>) {
  const error = await listenError(port, host)
  if (error === undefined) return undefined
  const serve = `${programName} serve`
  if (error === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : port - 1
    return { says: `port ${port} of ${host} is taken by another program`, fix: `${serve} --port ${other}, or ss -ltnp 'sport = :${port}'` } // prettier-ignore
  }
  if (error === 'EACCES')
    return { says: `port ${port} is root's alone`, fix: `${serve} --port 8080, with a proxy in front (packages/standalone/deploy/proxy)` } // prettier-ignore
  return {
    says: `${host} is no address of this machine (${error})`,
    fix: `${serve} --host 0.0.0.0, or ip -brief address`,
  }
}
