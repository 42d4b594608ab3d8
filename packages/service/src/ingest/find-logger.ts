import { Problem } from '../base/problem.ts'
import { hashSecret, isSignature } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { findLoggerByKey, findLoggersBySerial, type KeyedLogger } from '../inventory/queries/logger.ts'
import { touchLoggerKey } from '../inventory/queries/logger-key.ts'

/** Precision of a key's "last used", in ms. */
const usedEveryMs = 60_000
const maxLength = 100

/** @throws Problem logger.keyWrong */
export async function findKeyedLogger(service: Service, key: string | null): Promise<KeyedLogger> {
  const isKey = key !== null && key.length <= maxLength
  const logger = isKey ? await findLoggerByKey(service.db.read, hashSecret(key), service.now()) : undefined
  if (!logger) throw new Problem('logger.keyWrong')
  await noteUse(service, logger)
  return logger
}

/**
 * The logger whose key signed the message. A serial alone proves nothing, and loggers of several accounts may share it.
 * @throws Problem logger.keyWrong
 */
export async function findSigningLogger(
  service: Service,
  serial: string,
  signature: string,
  topic: string,
  body: Uint8Array,
): Promise<KeyedLogger> {
  const loggers = serial.length > maxLength ? [] : await findLoggersBySerial(service.db.read, serial, service.now())
  // Computes a signature for unknown serials, too, so that the time does not reveal which serials exist.
  if (loggers.length === 0) isSignature(signature, hashSecret(serial), topic, body)
  const logger = loggers.find(({ key_hash }) => isSignature(signature, key_hash, topic, body))
  if (!logger) throw new Problem('logger.keyWrong')
  await noteUse(service, logger)
  return logger
}

async function noteUse(service: Service, { key_id, key_used_at }: KeyedLogger): Promise<void> {
  const now = service.now()
  if (key_used_at !== null && now - key_used_at < usedEveryMs) return
  await service.db.transaction((tx) => touchLoggerKey(tx, key_id, now))
}
