import { useState } from 'react'
import { type Bulletin, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, Empty, LinkButton, Row, StatusTag } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { BulletinFrame } from './bulletin-frame.tsx'
import styles from './bulletin.module.css'
import { fileUrl } from './file-url.ts'
import { hostOf } from './host-of.ts'
import { useBulletins } from './use-bulletins.ts'

/** Longer news, in characters, are folded. */
const foldedLength = 480

/** News in the person's language. */
export default function BulletinPage() {
  const text = useText<typeof enUS>('record')
  const { more, ...state } = useBulletins('news')
  return (
    <BulletinFrame
      section="news"
      {...state}
      onMore={more}
      empty={
        <Empty
          icon="news"
          title={text('bulletin.none')}
          hint={text('bulletin.noneHint')}
          action={<LinkButton href={`#${paths.download()}`}>{text('toDownloads')}</LinkButton>}
        />
      }
    >
      {(news) => news.map((item) => <Article key={item.id} item={item} />)}
    </BulletinFrame>
  )
}

function Article({ item }: { item: Bulletin }) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const isLong = item.body.length > foldedLength
  const body = isLong && !open ? `${item.body.slice(0, foldedLength).trimEnd()}…` : item.body

  return (
    <Card>
      <article>
        <Row gap={2}>
          <time className={styles['date']} dateTime={item.publishedAt}>
            {format.date(item.publishedAt)}
          </time>
          {item.unread && <StatusTag look="plain" status="info" label={text('bulletin.unread')} />}
        </Row>
        <h2 className={styles['title']}>{item.title}</h2>
        <p className={styles['body']}>{body}</p>
        <div className={styles['actions']}>
          {isLong && (
            <Button size="s" onClick={() => setOpen(!open)}>
              {open ? text('bulletin.less') : text('bulletin.more')}
            </Button>
          )}
          {item.file && (
            <LinkButton size="s" icon="download" href={fileUrl(item)}>
              {item.file.name}
            </LinkButton>
          )}
          {item.url !== '' && (
            <LinkButton size="s" kind="text" icon="link" href={item.url} target="_blank">
              {hostOf(item.url)}
            </LinkButton>
          )}
        </div>
      </article>
    </Card>
  )
}
