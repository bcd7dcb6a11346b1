import { Fragment } from 'preact'

const part = /[^.·@*/_]+[.·@*/_]*|[.·@*/_]+/g

/** A name as its owner writes it, a merchant's or a mailbox: where it is too long for a line it is broken behind its dots. */
export function NameText({ of }: { of: string }) {
  return (
    <bdi>
      {of.match(part)?.map((text, index) => (
        <Fragment key={String(index)}>
          {index > 0 && <wbr />}
          {text}
        </Fragment>
      ))}
    </bdi>
  )
}
