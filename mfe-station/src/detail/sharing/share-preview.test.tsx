import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import type { ShareRight } from '@helioport/contract'
import enUS from '../../messages/en-US.ts'
import { anyStation } from '../../station/any-station.ts'
import { addOwnerTexts } from '../../station/owner-texts.ts'
import { addTabTexts } from '../tab-texts.ts'
import { SharePreview } from './share-preview.tsx'

beforeAll(async () => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  await setUpI18n('en-US')
  addMessages('station', 'en-US', enUS)
  await addOwnerTexts()
  await addTabTexts()
})

function show(rights: readonly ShareRight[]) {
  render(<SharePreview station={anyStation({ incomeToday: 945 })} rights={rights} onClose={() => undefined} />)
  const allowed = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('listitem')
      .filter((item) => item.hasAttribute('data-allowed'))
      .map((item) => item.textContent)
  return { pages: allowed('Pages'), actions: allowed('Actions'), text: screen.getByRole('dialog').textContent }
}

test('the view right shows neither income nor alarms and allows no action', () => {
  const { pages, actions, text } = show(['view'])
  expect(pages).toEqual(['Charts', 'Devices', 'Performance', 'Information'])
  expect(actions).toEqual([])
  expect(text).not.toContain('945')
})

test('each right opens its own pages and actions; sharing and editing stay with the owner', () => {
  const { pages, actions, text } = show(['view', 'income', 'alarms', 'control'])
  expect(pages).toContain('Alarms')
  expect(pages).not.toContain('Sharing')
  expect(actions).toEqual(['Change settings of inverters'])
  expect(text).toContain('945')
})
