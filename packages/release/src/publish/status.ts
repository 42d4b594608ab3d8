import type { ReleasableName } from '@helioport/contract'
import type { Layout } from '../store/layout.ts'
import { brokenAuditLine } from '../store/audit.ts'
import { formerOf, type PointerChange, readPointers } from '../store/pointer.ts'
import { readIndex, readRelease } from '../store/release-index.ts'

export interface PartStatus {
  name: ReleasableName
  current: string
  former: string | null
  withdrawn: string[]
  /** ISO instant of the last change. */
  since: string
  files: number
  /** All files after brotli. */
  brotliBytes: number
  history: PointerChange[]
}

export interface Status {
  serial: number | null
  notAfter: string | null
  keyId: string | null
  /** Line (from 1) of the audit log that was tampered with. */
  auditBrokenAt: number | null
  parts: PartStatus[]
}

export async function statusOf(layout: Layout): Promise<Status> {
  const index = await readIndex(layout)
  const pointers = await readPointers(layout)
  const broken = await brokenAuditLine(layout)
  const parts = await Promise.all(
    pointers.map(async (pointer): Promise<PartStatus> => {
      const release = await readRelease(layout, pointer.name, pointer.current)
      const files = Object.values(release.files)
      return {
        name: pointer.name,
        current: pointer.current,
        former: formerOf(pointer) ?? null,
        withdrawn: pointer.withdrawn,
        since: pointer.history.at(-1)?.at ?? release.createdAt,
        files: files.length,
        brotliBytes: files.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0),
        history: pointer.history,
      }
    }),
  )
  return {
    serial: index?.payload.serial ?? null,
    notAfter: index?.payload.notAfter ?? null,
    keyId: index?.signed.keyId ?? null,
    auditBrokenAt: broken === undefined ? null : broken + 1,
    parts,
  }
}
