export { accessFlagsOf, grants, type AccessFlags } from './access.ts'
export { preferencesStore, usePreferences, type Preferences, type ThemeChoice } from './preferences.ts'
export { followOtherTabs, sessionStore, type SessionPhase, type SessionState } from './session-store.ts'
export { useSession } from './use-session.ts'
