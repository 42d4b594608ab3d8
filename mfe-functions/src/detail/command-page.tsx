import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, Page, PageHeader, SkeletonStatRow, SkeletonTable } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { CommandView } from './command-view.tsx'

/** Refresh intervals in ms: short while the command runs; afterwards only an undo changes it. */
const openMs = 2000
const endedMs = 30_000

/** `/functionSetting/commands/:commandId`: one command, its devices and their steps. */
export default function CommandPage() {
  const { commandId = '' } = useParams()
  const text = useText<typeof enUS>('functions')
  const errorText = useErrorText()
  const [ended, setEnded] = useState(false)
  const { data, error, isPrevious, refetch } = useEndpoint(
    'GET /commands/:commandId',
    { params: { commandId } },
    { refetchMs: ended ? endedMs : openMs },
  )
  const command = isPrevious ? undefined : data
  if (command && command.ended !== ended) setEnded(command.ended)
  const back = { href: `#${paths.commandList()}`, label: text('area.commands') }

  if (command) return <CommandView command={command} back={back} error={error} />
  return (
    <Page>
      <PageHeader title={text('command')} back={back} />
      {!error ? (
        <>
          <SkeletonStatRow count={4} lead />
          <Card padding="none">
            <SkeletonTable rows={4} columns={5} />
          </Card>
        </>
      ) : (
        <Card>
          {error.code === 'notFound' || error.code === 'request.invalid' ? (
            <Empty
              icon="functionSetting"
              title={text('command.notFound')}
              hint={text('command.notFoundHint')}
              action={<LinkButton href={back.href}>{back.label}</LinkButton>}
            />
          ) : (
            <ErrorState {...errorText(error, refetch)} />
          )}
        </Card>
      )}
    </Page>
  )
}
