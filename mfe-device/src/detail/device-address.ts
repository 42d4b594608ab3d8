import { deviceTabs, type DeviceTab } from '@helioport/contract'

/** Tabs by their name in the URL; `chart` is the specification's other name of `charts`. */
export function tabOf(tabKey: string | undefined): DeviceTab | undefined {
  if (tabKey === undefined || tabKey === 'chart') return 'charts'
  return deviceTabs.find((tab) => tab === tabKey)
}

/** Unknown devices and devices of other accounts get the same answer, so that nobody can probe for them. */
export function isNotHere(code: string): boolean {
  return code === 'notFound' || code === 'request.invalid' || code === 'access.denied'
}
