import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core'

/**
 * The parts of the federation core that the runtime in remotes uses; the shell provides them as a global. They are
 * named one by one for tree shaking; the federation plugin itself would include the whole core.
 */
const runtimeCore = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
}

export const provideRuntimeCore = (): void => void Reflect.set(globalThis, '_FEDERATION_RUNTIME_CORE', runtimeCore)
