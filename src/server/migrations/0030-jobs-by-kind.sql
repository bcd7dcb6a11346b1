-- Jobs are claimed kind by kind, so that a backlog of one does not hide the others.
create index jobs_due_by_kind on jobs (kind, run_at) where not is_dead;
drop index jobs_due;
