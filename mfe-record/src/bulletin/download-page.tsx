import { type Bulletin, paths } from '@helioport/contract'
import { locales, useFormat, useText } from '@helioport/i18n'
import { Card, Empty, LinkButton, Row, StatusTag } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { fileSize } from '../record/file-size.ts'
import { BulletinFrame } from './bulletin-frame.tsx'
import styles from './bulletin.module.css'
import { fileUrl } from './file-url.ts'
import { hostOf } from './host-of.ts'
import { useBulletins } from './use-bulletins.ts'

/** Manuals and data sheets in the person's language. */
export default function DownloadPage() {
  const text = useText<typeof enUS>('record')
  const { more, ...state } = useBulletins('download')
  return (
    <BulletinFrame
      section="downloads"
      {...state}
      onMore={more}
      empty={
        <Empty
          icon="download"
          title={text('download.none')}
          hint={text('download.noneHint')}
          action={<LinkButton href={`#${paths.bulletin()}`}>{text('toNews')}</LinkButton>}
        />
      }
    >
      {(downloads) => (
        <Card padding="none">
          <ul className={styles['downloads']}>
            {downloads.map((item) => (
              <Download key={item.id} item={item} />
            ))}
          </ul>
        </Card>
      )}
    </BulletinFrame>
  )
}

function Download({ item }: { item: Bulletin }) {
  const text = useText<typeof enUS>('record')
  const href = item.file ? fileUrl(item) : item.url
  return (
    <li className={styles['download']}>
      <div className={styles['what']}>
        <Row gap={2}>
          <h2 className={styles['name']}>{item.title}</h2>
          {item.unread && <StatusTag look="plain" status="info" label={text('bulletin.unread')} />}
        </Row>
        {item.body !== '' && <p className={styles['body']}>{item.body}</p>}
        <Facts item={item} />
      </div>
      {href !== '' && (
        <LinkButton icon="download" href={href} {...(item.file ? {} : { target: '_blank' as const })}>
          {text('download.get')}
        </LinkButton>
      )}
    </li>
  )
}

/** Version, type and size, language, date, and checksum of the file. */
function Facts({ item: { file, version, locale, publishedAt, url } }: { item: Bulletin }) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const facts = [
    ...(version === '' ? [] : [text('download.version', { version })]),
    ...(file
      ? [`${file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase()}, ${fileSize(file.bytes, format)}`]
      : []),
    locales.find(({ code }) => code === locale)?.label ?? locale,
    format.date(publishedAt),
    ...(!file && url !== '' ? [text('download.from', { host: hostOf(url) })] : []),
  ]
  return (
    <>
      <span className={styles['date']}>{facts.join(' · ')}</span>
      {file && (
        <span className={styles['checksum']}>
          SHA-256 <code dir="ltr">{file.sha256}</code>
        </span>
      )}
    </>
  )
}
