import { cleanup, render, screen } from '@testing-library/react'
import { Paper } from '../core/ui-provider.tsx'
import { useSize } from './use-size.ts'

afterEach(cleanup)

function Seen() {
  const [element, { seen }] = useSize<HTMLDivElement>()
  return <div ref={element}>{seen ? 'seen' : 'not seen'}</div>
}

test('a chart out of view is not drawn on the screen, but in print', () => {
  const { rerender } = render(
    <Paper on={false}>
      <Seen />
    </Paper>,
  )
  expect(screen.getByText('not seen')).toBeTruthy()
  rerender(
    <Paper on>
      <Seen />
    </Paper>,
  )
  expect(screen.getByText('seen')).toBeTruthy()
})
