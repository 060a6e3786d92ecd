-- An order has a request, which is new for each: given again, as after a lost answer, it is the same order.

ALTER TABLE rl.orders ADD COLUMN request uuid UNIQUE;

CREATE FUNCTION rl.give_order(of_request uuid, its_goal uuid, its_text jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    given bigint;
BEGIN
    INSERT INTO orders (request, goal, what) VALUES (of_request, its_goal, its_text)
    ON CONFLICT (request) DO NOTHING RETURNING id INTO given;
    IF given IS NULL THEN
        SELECT id INTO given FROM orders WHERE request = of_request;
    END IF;
    PERFORM pg_notify('rl_orders', '');
    RETURN given;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
