const browsers: readonly [RegExp, string][] = [
  [/Edg\w*\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const maxLength = 60

/** `Chrome 140, Windows`; for other programs the user agent's printable ASCII, shortened. */
export function shortAgent(userAgent: string): string {
  const browser = browsers
    .map(([pattern, name]) => ({ name, version: pattern.exec(userAgent)?.[1] }))
    .find((each) => each.version)
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser) return [`${browser.name} ${browser.version}`, system].filter(Boolean).join(', ')
  return userAgent
    .replaceAll(/[^ -~]/g, '')
    .slice(0, maxLength)
    .trim()
}
