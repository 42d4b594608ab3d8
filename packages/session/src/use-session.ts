import { useStore } from 'zustand'
import { sessionStore, type SessionState } from './session-store.ts'

const whole = (state: SessionState) => state

export function useSession(): SessionState
export function useSession<T>(select: (state: SessionState) => T): T
export function useSession<T>(select: (state: SessionState) => T | SessionState = whole): T | SessionState {
  return useStore(sessionStore, select)
}
