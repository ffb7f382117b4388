-- A box lies on its page, within two points: recognised text may stand over the edge by the width of a stroke. Once per
-- statement, because a check per row would cost more than writing the row. A later change of a page is not seen here:
-- the view misplaced_box looks at everything.
CREATE OR REPLACE FUNCTION lies_on_page(bbox real[], width_pt real, height_pt real) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT bbox[1] >= -2 AND bbox[2] >= -2 AND bbox[3] <= width_pt + 2 AND bbox[4] <= height_pt + 2
$$;
COMMENT ON FUNCTION lies_on_page(real[], real, real) IS
    'whether a box [left, top, right, bottom] in points lies on a page of that size, within two points';

CREATE OR REPLACE FUNCTION refuse_misplaced_boxes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    hull record;
    bad  record;
BEGIN
    -- The hull of all boxes of a page lies on it exactly when each of them does.
    SELECT e.* INTO hull
    FROM (SELECT n.parse_id, n.page_no,
                 ARRAY[min(n.bbox[1]), min(n.bbox[2]), max(n.bbox[3]), max(n.bbox[4])] AS bbox
          FROM new_row n WHERE n.bbox IS NOT NULL GROUP BY n.parse_id, n.page_no) e
    -- OFFSET 0: by key, never through all pages of the database
    LEFT JOIN LATERAL (SELECT o.width_pt, o.height_pt FROM page o
                       WHERE o.parse_id = e.parse_id AND o.page_no = e.page_no OFFSET 0) p ON true
    WHERE lies_on_page(e.bbox, p.width_pt, p.height_pt) IS NOT TRUE LIMIT 1;
    IF FOUND THEN
        SELECT n.* INTO bad FROM new_row n
        LEFT JOIN page p ON p.parse_id = hull.parse_id AND p.page_no = hull.page_no
        WHERE n.parse_id = hull.parse_id AND n.page_no IS NOT DISTINCT FROM hull.page_no
          AND n.bbox IS NOT NULL AND lies_on_page(n.bbox, p.width_pt, p.height_pt) IS NOT TRUE
        ORDER BY n.ordinal LIMIT 1;
        RAISE check_violation USING
            MESSAGE = format('%s %s of parse %s: the box %s does not lie on page %s',
                             TG_TABLE_NAME, bad.ordinal, bad.parse_id, bad.bbox, bad.page_no),
            TABLE = TG_TABLE_NAME, CONSTRAINT = 'box_on_page';
    END IF;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION refuse_misplaced_boxes() IS 'trigger: refuse boxes that do not lie on their page';

CREATE OR REPLACE TRIGGER block_boxes AFTER INSERT ON block
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_misplaced_boxes();
CREATE OR REPLACE TRIGGER block_changed_boxes AFTER UPDATE ON block
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_misplaced_boxes();
CREATE OR REPLACE TRIGGER table_boxes AFTER INSERT ON table_artifact
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_misplaced_boxes();
CREATE OR REPLACE TRIGGER table_changed_boxes AFTER UPDATE ON table_artifact
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_misplaced_boxes();
CREATE OR REPLACE TRIGGER picture_boxes AFTER INSERT ON picture_artifact
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_misplaced_boxes();
CREATE OR REPLACE TRIGGER picture_changed_boxes AFTER UPDATE ON picture_artifact
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_misplaced_boxes();
