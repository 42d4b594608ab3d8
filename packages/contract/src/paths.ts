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
  /** `email`: prefills the form. */
  register: (email?: string) => `/login/register${email === undefined ? '' : `?email=${encodeURIComponent(email)}`}`,
  /** Sets up the first account of an empty portal. */
  firstRun: () => '/login/first-run',
  forgotPassword: () => '/login/forget',
  /** Page that completes a sign-in with a company account (OpenID). */
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
  /** Connects the first device of a station; without ids the user chooses the station first. */
  stationConnect: (memberId?: string, stationId?: string) =>
    memberId === undefined || stationId === undefined
      ? '/station/connect'
      : `/station/connect/${part(memberId)}/${part(stationId)}`,
  /** Import of measured files into a station. */
  stationHistory: (memberId: string, stationId: string) => `/station/history/${part(memberId)}/${part(stationId)}`,
  /** `memberId` is the owning account (the specification's MemberAutoID). */
  station: (tab: StationTab, memberId: string, stationId: string) =>
    `/station/detail/${tab}/${part(memberId)}/${part(stationId)}`,
  deviceList: () => '/device/list',
  inverterAnalysis: () => '/device/analysis',
  device: (tab: DeviceTab, memberId: string, deviceId: string) =>
    `/device/detail/${tab}/${part(memberId)}/${part(deviceId)}`,
  record: (tab: RecordTab = 'alarms') => (tab === 'alarms' ? '/record' : `/record/${tab}`),
  /** One alarm, independent of the list's filters. */
  alarm: (alarmId: string) => `/record?alarm=${part(alarmId)}`,
  bulletin: () => '/bulletin',
  download: () => '/download',
  account: () => '/account',
  /**
   * Service quality of all accounts; operators only. Not below /account: the shell closes a parent if all its children
   * are closed.
   */
  accountHealth: () => '/operator/accounts',
  /** Health of the portal itself. */
  portalHealth: () => '/operator/health',
  /** Operators publish and edit news and downloads here. */
  bulletinEdit: (kind: 'news' | 'download' = 'news') => `/operator/bulletins?kind=${kind}`,
  setting: (tab: SettingTab) => `/setting/${tab}`,
  functionSetting: () => '/functionSetting',
  ivScanSetting: () => '/functionSetting/ivScan',
  /** Import of a curve tracer's file; without an id the user chooses the device there. */
  ivFile: (deviceId?: string) =>
    deviceId === undefined ? '/functionSetting/ivFile' : `/functionSetting/ivFile?device=${part(deviceId)}`,
  commandList: () => '/functionSetting/commands',
  command: (commandId: string) => `/functionSetting/commands/${part(commandId)}`,
  ivScan: (ivScanId: string) => `/functionSetting/ivScans/${part(ivScanId)}`,
  screen: () => '/screen',
}

/** Paths at which a user who is not signed in sees only the sign-in page. */
export const doorPaths: readonly string[] = ['', paths.home(), '/login', paths.login()]
