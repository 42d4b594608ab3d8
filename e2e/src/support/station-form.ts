import type { BrowserContext, Locator, Page } from 'playwright/test'
import { prefer } from './preferences.ts'

/** Sets English for the pages of this browser context. */
export const inEnglish = (context: BrowserContext) => prefer(context, { locale: 'en-US', theme: 'light' })

export const field = (where: Page | Locator, label: string) => where.getByLabel(label, { exact: true })
export const button = (where: Page | Locator, label: string | RegExp) => where.getByRole('button', { name: label })

/** Fills the required fields except name and rate. `installed`: yyyy-mm-dd. */
export async function fillBasics(page: Page, installed: string): Promise<void> {
  await field(page, 'Installed on').fill(installed)
  await field(page, 'Capacity').fill('10')
  await field(page, 'Temperature coefficient of Pmax').fill('-0,35')
  await field(page, 'Description').fill('Made by a test')
  await field(page, 'Latitude').fill('24.08')
  await field(page, 'Longitude').fill('120.42')
}
