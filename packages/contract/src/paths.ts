/** Links inside the portal. Every link is built here; pages never write a URL by hand. */
export const stationTabs = ['charts', 'devices', 'performance', 'alarms', 'information', 'sharing'] as const
export type StationTab = (typeof stationTabs)[number]

export const deviceTabs = ['charts', 'parameter', 'information', 'alarms', 'logs'] as const
export type DeviceTab = (typeof deviceTabs)[number]

export const recordTabs = ['alarms', 'operations', 'commands', 'sign-ins', 'history', 'exports'] as const
export type RecordTab = (typeof recordTabs)[number]

export const settingTabs = [
  'basic',
  'password',
  'binding',
  'security',
  'sub-accounts',
  'notifications',
  'display',
  'api',
  'data',
] as const
export type SettingTab = (typeof settingTabs)[number]

const part = encodeURIComponent

export const paths = {
  home: () => '/',
  login: () => '/login/index',
  /** `email`: what the form begins with. */
  register: (email?: string) => `/login/register${email === undefined ? '' : `?email=${encodeURIComponent(email)}`}`,
  /** The first account of an empty portal, and what comes after it. */
  firstRun: () => '/login/first-run',
  forgotPassword: () => '/login/forget',
  /** Where a sign-in at a company comes to its end. */
  company: () => '/login/company',
  /** Target of the link in an activation mail. */
  activate: (token: string) => `/login/activate/${part(token)}`,
  /** Target of the link at the end of a daily mail. */
  unsubscribe: (token: string) => `/login/unsubscribe/${part(token)}`,
  dashboard: () => '/dashboard',
  customized: () => '/customized',
  stationList: () => '/station/list',
  stationAdd: () => '/station/add',
  stationEdit: (memberId: string, stationId: string) => `/station/edit/${part(memberId)}/${part(stationId)}`,
  /** From a station without data to its first device; without ids the station is chosen first. */
  stationConnect: (memberId?: string, stationId?: string) =>
    memberId === undefined || stationId === undefined
      ? '/station/connect'
      : `/station/connect/${part(memberId)}/${part(stationId)}`,
  /** Measured files of a station. */
  stationHistory: (memberId: string, stationId: string) => `/station/history/${part(memberId)}/${part(stationId)}`,
  /** `memberId` is the owning account (the specification's MemberAutoID). */
  station: (tab: StationTab, memberId: string, stationId: string) =>
    `/station/detail/${tab}/${part(memberId)}/${part(stationId)}`,
  deviceList: () => '/device/list',
  inverterAnalysis: () => '/device/analysis',
  device: (tab: DeviceTab, memberId: string, deviceId: string) =>
    `/device/detail/${tab}/${part(memberId)}/${part(deviceId)}`,
  record: (tab: RecordTab = 'alarms') => (tab === 'alarms' ? '/record' : `/record/${tab}`),
  /** One alarm, whichever filters the list has. */
  alarm: (alarmId: string) => `/record?alarm=${part(alarmId)}`,
  bulletin: () => '/bulletin',
  download: () => '/download',
  account: () => '/account',
  /**
   * How all accounts are served; operators only. Not below /account: a parent is closed where all its children are.
   */
  accountHealth: () => '/operator/accounts',
  /** How the portal itself is. */
  portalHealth: () => '/operator/health',
  /** Where operators publish and change news and downloads. */
  bulletinEdit: (kind: 'news' | 'download' = 'news') => `/operator/bulletins?kind=${kind}`,
  setting: (tab: SettingTab) => `/setting/${tab}`,
  functionSetting: () => '/functionSetting',
  ivScanSetting: () => '/functionSetting/ivScan',
  /** Curves of a tracer's file, of a device that is named or chosen there. */
  ivFile: (deviceId?: string) =>
    deviceId === undefined ? '/functionSetting/ivFile' : `/functionSetting/ivFile?device=${part(deviceId)}`,
  commandList: () => '/functionSetting/commands',
  command: (commandId: string) => `/functionSetting/commands/${part(commandId)}`,
  ivScan: (ivScanId: string) => `/functionSetting/ivScans/${part(ivScanId)}`,
  screen: () => '/screen',
}

/** Addresses at which who is not signed in is shown the sign-in page alone. */
export const doorPaths: readonly string[] = ['', paths.home(), '/login', paths.login()]
