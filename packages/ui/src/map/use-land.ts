import { useEffect, useState } from 'react'
import { type Detail, type Land, loadLand } from './load-land.ts'

/** The outline in the wanted detail; until it is loaded, the other one. `failed`: none could be fetched. */
export function useLand(detail: Detail, wanted: boolean): { land: Land | undefined; failed: boolean } {
  const [lands, setLands] = useState<Partial<Record<Detail, Land>>>({})
  const [failed, setFailed] = useState(false)
  const missing = wanted && lands[detail] === undefined

  useEffect(() => {
    if (!missing) return
    let left = false
    loadLand(detail).then(
      (land) => left || setLands((known) => ({ ...known, [detail]: land })),
      () => left || setFailed(true),
    )
    return () => {
      left = true
    }
  }, [detail, missing])

  const land = lands[detail] ?? lands.fine ?? lands.coarse
  return { land, failed: failed && land === undefined }
}
