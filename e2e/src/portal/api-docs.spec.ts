import { apiBasePath } from '@helioport/contract'
import { expect, test } from 'playwright/test'
import { portal } from '../support/portal.ts'

test('the API page shows every operation of the OpenAPI document', async ({ page, request }) => {
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
  const { paths, webhooks } = (await (
    await request.get(`${portal().url}${apiBasePath}/openapi.json`)
  ).json()) as Record<'paths' | 'webhooks', Record<string, Record<string, unknown>>>
  // A path may contain servers and extensions besides its methods.
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((path) =>
    Object.keys(path).filter((key) => ['get', 'post', 'put', 'delete'].includes(key)),
  )
  await page.goto(`${portal().url}${apiBasePath}/docs`)
  // The page renders only the operations in view.
  const seen = new Set<string>()
  await expect
    .poll(
      async () => {
        for (const id of await page.locator('.opblock').evaluateAll((blocks) => blocks.map((block) => block.id)))
          seen.add(id)
        await page.mouse.wheel(0, 400)
        return seen.size
      },
      { intervals: [100], timeout: 60_000 },
    )
    .toBe(operations.length)
  expect(operations.length).toBeGreaterThanOrEqual(18)
  expect(refused).toEqual([])
})
