import { type GetJson, HttpRefusal } from '../http/get-json.ts'

export interface FakeJson {
  getJson: GetJson
  /** Path and query of each question, in order. */
  asked: string[]
  /** Greatest number of concurrent requests. */
  mostOpen: () => number
}

/** A device that answers by path and query; an Error is thrown, an unknown path is a 404. */
export function fakeJson(answers: Readonly<Record<string, unknown>>): FakeJson {
  const asked: string[] = []
  let [open, most] = [0, 0]
  return {
    asked,
    mostOpen: () => most,
    getJson: async (url) => {
      const { pathname, search } = new URL(url)
      asked.push(`${pathname}${search}`)
      most = Math.max(most, ++open)
      await Promise.resolve()
      open -= 1
      const answer = answers[`${pathname}${search}`]
      if (answer instanceof Error) throw answer
      if (answer === undefined) throw new HttpRefusal(url, 404, null)
      return answer
    },
  }
}
